// The icons of the app: PNG files of the right size, drawn as icon.svg says.
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { iconOf, type IconWish } from "../icons";

const svg = readFileSync("public/icon.svg", "utf8");

/** The colour of a pixel, at a place in the drawing's box of 64. */
function look(wish: IconWish): (x: number, y: number) => number[] {
  const png = iconOf(svg, wish),
    data = png.indexOf("IDAT"),
    rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([wish.size, wish.size]);
  return (x, y) => {
    const place = (n: number): number => Math.floor((n / 64) * wish.size),
      at = place(y) * (4 * wish.size + 1) + 1 + 4 * place(x);
    return [...rows.subarray(at, at + 4)];
  };
}

it("has hat, star, pot and outline where they belong, and nothing around them", () => {
  const at = look({ size: 96, part: 1 });
  expect(at(1, 1)).toEqual([0, 0, 0, 0]);
  expect(at(30, 30)).toEqual([0x6b, 0x46, 0xa3, 255]); // the brim
  expect(at(34, 18)).toEqual([0xf6, 0xc9, 0x45, 255]); // the star
  expect(at(30, 50)).toEqual([0xd0, 0x7a, 0x45, 255]); // the pot
  expect(at(30, 61)).toEqual([0x1e, 0x1a, 0x2e, 255]); // the line around it
});

it("has a ground where systems cut it", () => {
  const at = look({ size: 64, part: 0.62, ground: "#efe6d2" });
  for (const [x, y] of [
    [0, 0],
    [63, 0],
    [32, 4],
    [2, 32],
  ] as const)
    expect(at(x, y)).toEqual([0xef, 0xe6, 0xd2, 255]);
});

it("refuses a drawing that it cannot paint", () => {
  expect(() => iconOf('<svg><path d="M1 1a2 2 0 0 1 3 3z"/></svg>', { size: 8, part: 1 })).toThrow(
    "icon.svg: a",
  );
});
