// Where the page is. A server shows every room at a path of its own; without a server any host will do, so that the
// room stands in the fragment: `https://example.org/games/canasta/#/t/K7M4XHPC/rules`.

export interface Address {
  /** The room, such as `/t/K7M4XHPC/rules`. */
  path(): string;
  /** What a link asks for besides: `?game=classic`. */
  search(): URLSearchParams;
  /** What stands behind the room: the key of a seat link, or a clause. Empty if nothing does. */
  fragment(): string;
  /** The address of the room `to`, for links. */
  href(to: string): string;
}

export const inPath: Address = {
  path: () => location.pathname,
  search: () => new URLSearchParams(location.search),
  fragment: () => location.hash.slice(1),
  href: (to) => to,
};

const room = (): URL => new URL(location.hash.slice(1).replace(/^(?!\/)/, "/"), "https://rooms.invalid");

export const inFragment: Address = {
  path: () => room().pathname,
  search: () => room().searchParams,
  fragment: () => room().hash.slice(1),
  href: (to) => `#${to}`,
};

/** Whether this page was built to play without a server. */
export const ON_DEVICE = import.meta.env.MODE === "site";
export const address: Address = ON_DEVICE ? inFragment : inPath;

/** Go to the room `to`; its address takes the place of the one before, if `instead`. Says whether that is elsewhere. */
export function go(to: string, instead = false): boolean {
  const href = new URL(address.href(to), location.href).href;
  if (href === location.href) return false;
  history[instead ? "replaceState" : "pushState"](null, "", href);
  return true;
}
