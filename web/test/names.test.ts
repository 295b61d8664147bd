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
