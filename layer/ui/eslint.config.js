import js from "@eslint/js";
import importPlugin from "eslint-plugin-import";
import regexpPlugin from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";
import { ZONES } from "./rooms.js";

export default tseslint.config(
  { ignores: ["dist", "node_modules", "sandbox"] },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { import: importPlugin, regexp: regexpPlugin },
    settings: {
      "import/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
      "import/resolver": { node: { extensions: [".ts", ".tsx"] } },
    },
    rules: {
      // Texts of servers and apps are of any length, so no expression may take the square of it.
      "regexp/no-super-linear-backtracking": "error",
      "regexp/no-super-linear-move": "error",
      "import/no-restricted-paths": ["error", { basePath: import.meta.dirname, zones: ZONES }],
      "import/no-duplicates": ["error", { "prefer-inline": true }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      // Numbers in templates are clear, and so are arrow functions whose expression has no value.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": "off",
      // An empty string often means that there is no text, so `||` is right for strings.
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { string: true, boolean: true } }],
      // A non-null assertion is for what a data structure guarantees, such as an index within its bounds.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: ":matches(PropertyDefinition, MethodDefinition[kind!='constructor'])[accessibility='private']",
          message: "A private member has a name with `#`, which the bundle shortens.",
        },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    // A foreign object may have a member `toString` that is no function, and cannot become a string.
    files: ["src/**/*.ts", "src/**/*.tsx"],
    rules: { "@typescript-eslint/no-base-to-string": ["error", { checkUnknown: true }] },
  },
  {
    // It names what is loaded later, of every room.
    files: ["src/later/part.ts"],
    rules: { "import/no-restricted-paths": "off" },
  },
  {
    files: ["*.js", "*.mjs", "gallery/*.js"],
    languageOptions: { globals: { Buffer: "readonly", URL: "readonly", console: "readonly", process: "readonly" } },
  },
);
