import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist", "node_modules"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // Names can hold anything: text only, never markup.
      "svelte/no-at-html-tags": "error",
      // A style attribute would need an exception in the policy; a style: directive does not.
      "no-restricted-syntax": [
        "error",
        { selector: "SvelteAttribute[key.name='style']", message: "Use style:property={…}." },
      ],
      // Maps that nothing is drawn from stay plain maps.
      "svelte/prefer-svelte-reactivity": "off",
      "no-restricted-globals": [
        "error",
        { name: "crypto", message: "Parts of it are missing over plain HTTP: use lib/key.ts." },
      ],
    },
  },
  { files: ["scripts/**"], languageOptions: { globals: { ...globals.node } } },
  { files: ["src/lib/key.ts", "tests/**"], rules: { "no-restricted-globals": "off" } },
);
