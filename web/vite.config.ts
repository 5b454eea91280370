import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env["HALFTURN_SERVER"] ?? "http://127.0.0.1:8321";

export default defineConfig(({ mode }) => ({
  base: "/",
  plugins: [svelte()],
  build: {
    outDir: "dist",
    target: "es2022",
    // The policy of the page takes no data: addresses, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  // Components are mounted in tests, so the browser's half of Svelte is wanted there.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
}));
