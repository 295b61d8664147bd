// The first load: a page, without complaints, and not heavy.
import { expect, test } from "vitest";
import { at, visit } from "./house";

const FIRST_LOAD = 250 * 1024; // bytes over the wire

test("the page is there, and light", async () => {
  const { page, transferred } = await visit();
  await page.goto(at("/"), { waitUntil: "networkidle" });
  expect(await page.title()).toBe("charlatan");
  expect(await page.locator("h1").count()).toBeGreaterThan(0);
  const bytes = await transferred();
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD);
});

test("the policy of contents keeps out what it should", async () => {
  const visitor = await visit();
  const { page } = visitor;
  visitor.expects(/Content Security Policy/);
  await page.goto(at("/"));
  const blocked = await page.evaluate(async () => {
    const violated: string[] = [];
    document.addEventListener("securitypolicyviolation", e => violated.push(e.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.evil = true";
    document.body.append(script);
    await fetch("http://elsewhere.example/").catch(() => undefined);
    await new Promise(done => setTimeout(done, 100));
    return { violated, evil: "evil" in window };
  });
  expect(blocked).toEqual({ violated: ["script-src-elem", "connect-src"], evil: false });
});

test("what has not changed is not sent again", async () => {
  const { page, transferred } = await visit();
  await page.goto(at("/"), { waitUntil: "networkidle" });
  const first = await transferred();
  await page.reload({ waitUntil: "networkidle" });
  expect((await transferred()) - first).toBeLessThan(first / 4);
});
