// Names that the page gives people differ from all others at the table.
import { expect, it } from "vitest";
import { unlike } from "../src/front/names";

it("leaves a name that nobody has", () => {
  expect(unlike("Gast", [])).toBe("Gast");
  expect(unlike("Gast", ["Anna", null])).toBe("Gast");
});

it("numbers a name that somebody has", () => {
  expect(unlike("Gast", ["Gast"])).toBe("Gast 2");
  expect(unlike("Gast", [" gast ", "GAST 2", null])).toBe("Gast 3");
});

it("names that look alike are not two names", () => {
  for (const [name, other] of [
    ["José", "Jose"],
    ["Jose", "JOSE\u0301"],
    ["Ian", "lan"],
    ["Ian", "1an"],
    ["Otto", "0tt0"],
    ["Marnie", "Mamie"],
    ["Wanda", "VVanda"],
    ["Alice", "Alice."],
    ["Alice", "“Al ice”"],
    ["Anna", "Ａｎｎａ"],
  ])
    expect(unlike(name ?? "", [other ?? ""])).toBe(`${name} 2`);
  expect(unlike("Guest", ["Guest", "Guest Z"])).toBe("Guest 2");
  expect(unlike("Anna", ["Hanna", "Ann", "Anne"])).toBe("Anna");
  expect(unlike("...", ["..."])).toBe("... 2");
});
