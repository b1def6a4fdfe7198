// The rules for every JavaScript and TypeScript file of the project: the recommended ones of eslint and typescript-eslint.
import eslint from "@eslint/js";
import globals from "globals";
import typescript from "typescript-eslint";

export default typescript.config(
  {
    ignores: [
      "**/node_modules/",
      "pkg/",
      "target/",
      "tests/.cache/",
      "www/dist/",
    ],
  },
  eslint.configs.recommended,
  typescript.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
  },
  {
    // There a name is declared for its type alone.
    files: ["tests/types/**/*.ts"],
    rules: { "@typescript-eslint/no-unused-vars": "off" },
  },
);
