import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // Trees of nodes instead of innerHTML: the page keeps to a policy of trusted types without an exception.
  compilerOptions: { runes: true, fragments: "tree" },
};
