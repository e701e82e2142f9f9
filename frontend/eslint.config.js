import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // Written by `make protocol`.
  globalIgnores(["src/lib/gen/"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-len": ["error", { code: 120 }],
      // The compiler finds unused names as well, and lets `_` stand where a name is needed only to leave something out.
      "@typescript-eslint/no-unused-vars": "off",
      // Svelte drops spaces at the edges of its blocks: only {" "} keeps them.
      "svelte/no-useless-mustaches": "off",
      // Sets are made anew by $derived and never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  // Only a source knows how a table is reached: everything else asks it.
  {
    files: ["src/**"],
    ignores: ["src/lib/source/**", "src/worker/**"],
    rules: {
      "no-restricted-globals": ["error", "fetch", "WebSocket", "XMLHttpRequest", "EventSource"],
      "no-restricted-syntax": [
        "error",
        ...[
          "Literal[value=/^.?api\\//]",
          "TemplateElement[value.raw=/^.?api\\//]",
          "SvelteLiteral[value=/^.?api\\//]",
          "ImportDeclaration[source.value=/source\\/(server|wire)$/]",
        ].map((selector) => ({ selector, message: "Ask the page's source (lib/source/source.ts)." })),
      ],
    },
  },
  // The page is made with its source here.
  { files: ["src/main.ts", "src/site.ts"], rules: { "no-restricted-syntax": "off" } },
  // A script of the tests says what Node does, and what the browser does.
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ["public/sw.js", "site/sw.js"], languageOptions: { globals: globals.serviceworker } },
  // Written into it by `make site`.
  { files: ["site/sw.js"], languageOptions: { globals: { __FILES__: "readonly" } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    // svelte-check knows every name.
    rules: { "no-undef": "off" },
  },
);
