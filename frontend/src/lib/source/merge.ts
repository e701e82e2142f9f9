import type { Json, Patch } from "./protocol";

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `before` with the JSON merge patch `changes` (RFC 7396); what does not change is the same object as before. */
export function merged<T>(before: T, changes: Patch<NoInfer<T>>): T {
  const after: Json = { ...(before as Json) };
  for (const [key, value] of Object.entries(changes as Json)) {
    if (value === null) delete after[key];
    else if (isObject(value)) after[key] = merged<Json>(isObject(after[key]) ? after[key] : {}, value);
    else after[key] = value;
  }
  return after as T;
}
