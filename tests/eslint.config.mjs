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
    // Programs of users, some of them for CommonJS, Jest or an extension.
    files: ["tests/runtimes/apps/**"],
    languageOptions: {
      globals: { ...globals.jest, ...globals.serviceworker },
    },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // There a name is declared for its type alone, and one file is CommonJS.
    files: ["tests/types/**/*.{ts,mts,cts}"],
    rules: {
      "@typescript-eslint/no-unused-vars": "off",
      "@typescript-eslint/no-require-imports": "off",
    },
  },
);
