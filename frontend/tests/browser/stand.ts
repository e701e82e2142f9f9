// A stand for the built page: files with the policy they are served with, Chromium, and a table made of a fixture.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type Browser, type BrowserContext, type Page, type WebSocketRoute, chromium } from "playwright-core";

const DIST = new URL("../../../src/canasta/server/bundle/", import.meta.url).pathname;
const FIXTURES = new URL("../../fixtures/", import.meta.url).pathname;
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types svelte-trusted-html canasta-worker";

export type Message = Record<string, unknown>;
export interface Fixture {
  table: Message & {
    seq: number;
    you: Message;
    state: { public: Message & { table?: Message }; own?: Message & { hand?: string; choices?: Message } };
  };
  told: Message[][];
  /** The short forms of `told`, one by one. */
  short?: Message[];
}

export const fixture = (name: string): Fixture =>
  JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), "utf8")) as Fixture;

/** What the stand answers to what the page sends. */
export type Answering = (message: Message, socket: WebSocketRoute) => void;

export interface Seen {
  page: Page;
  context: BrowserContext;
  errors: string[];
  sent: Message[];
  socket: () => WebSocketRoute;
}

export class Stand {
  private constructor(
    private readonly server: Server,
    private readonly browser: Browser,
    readonly address: string,
  ) {}

  static async open(): Promise<Stand> {
    const server = createServer((request, response) => {
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      if (path.endsWith("/qr.svg")) {
        response.writeHead(200, { "content-type": "image/svg+xml" });
        const path = '<path d="M1 1h3v3H1zM5 1h3v3H5zM1 5h3v3H1z"/>';
        response.end(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${path}</svg>`);
        return;
      }
      const file = extname(path) ? path : "/index.html";
      readFile(join(DIST, file)).then(
        (body) => {
          response.writeHead(200, {
            "content-type": TYPES[extname(file)] ?? "text/plain",
            "content-security-policy": POLICY,
            "x-content-type-options": "nosniff",
          });
          response.end(body);
        },
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    return new Stand(server, browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A page in a window of `width` × `height`, at a table that shows `shown`. */
  async show(
    shown: Fixture | null,
    width: number,
    height: number,
    options: {
      look?: string;
      path?: string;
      answer?: Answering;
      touch?: boolean;
      settings?: object;
      clock?: boolean;
      motion?: boolean;
      scale?: number;
      api?: Record<string, unknown>;
    } = {},
  ): Promise<Seen> {
    const context = await this.browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: options.scale ?? 1,
      hasTouch: options.touch ?? false,
      reducedMotion: options.motion ? "no-preference" : "reduce",
    });
    const page = await context.newPage();
    if (options.clock) await page.clock.install();
    if (options.settings)
      await context.addInitScript(
        (settings) => localStorage.setItem("canasta.settings", settings),
        JSON.stringify(options.settings),
      );
    const errors: string[] = [];
    const sent: Message[] = [];
    let socket: WebSocketRoute | undefined;
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    for (const [path, body] of Object.entries(options.api ?? {})) {
      await page.route(`${this.address}${path}`, (route) => route.fulfill({ json: body }));
    }
    await page.routeWebSocket(/\/ws/, (route) => {
      socket = route;
      route.onMessage((text) => {
        const message = JSON.parse(String(text)) as Message;
        sent.push(message);
        if (message["t"] === "hello" && shown) {
          route.send(JSON.stringify({ t: "welcome", protocol: 1, seq: shown.table.seq, you: shown.table.you, now: 0 }));
          route.send(JSON.stringify(shown.table));
          // What was told before, so that the story has something to tell.
          if (shown.told.length)
            route.send(
              JSON.stringify({
                t: "happened",
                seq: shown.table.seq + 1,
                at: 0,
                cmd: "before",
                events: [],
                lines: shown.told,
                short: shown.short,
                public: {},
              }),
            );
        } else options.answer?.(message, route);
      });
    });
    await page.goto(
      `${this.address}${options.path ?? (shown ? "/t/K7M4XHPC" : "/")}${options.look ? `?look=${options.look}` : ""}`,
    );
    if (shown) await page.locator(".table, .room").first().waitFor();
    return { page, context, errors, sent, socket: () => socket! };
  }
}
