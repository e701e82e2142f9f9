// The people and the whole faces of the cards, which vite.plugins.ts makes a component of.
declare module "virtual:faces.svelte" {
  import type { Component } from "svelte";
  const Faces: Component;
  export default Faces;
}
