// Scripts that the page starts besides its own: workers. Browsers that can allow only addresses from a named policy.

interface Policy {
  createScriptURL(address: string): unknown;
}
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

let policy: Policy | undefined;

/** The address of a script that comes from where this page does; empty for any other. */
export function trusted(address: string): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: Policies };
  const own = (wanted: string): string => (new URL(wanted, location.href).origin === location.origin ? wanted : "");
  policy ??= trustedTypes?.createPolicy("canasta-worker", { createScriptURL: own });
  return (policy?.createScriptURL(address) ?? own(address)) as string;
}
