// What the pictures of the first page show (games/quacks/first.def).
import { arrow, chips, token, type Pictures } from "../../rules/pictures";
import { spaces } from "./spaces";

const pot = { is: "spaces", worth: spaces } as const;
const potion = { 1: "white1", 2: "orange1", 5: "white3", 6: "green1", 8: "white2" };

export const pictures: Pictures = {
  aim: [token("bag"), arrow, chips("orange1 green2 blue1"), arrow, token("point")],
  bag: [
    token("bag"),
    chips("white1 white1 white1 white1 white2 white2 white3 orange1 green1"),
    token("flask"),
    token("droplet"),
    token("ruby"),
  ],
  brew: [{ ...pot, from: 0, to: 5, chips: { 1: "white1", 2: "orange1", 4: "white2" }, lit: 5 }],
  explosion: [chips("white3 white2 white3"), arrow, token("explosion", "3 + 2 + 3 > 7")],
  pay: [
    { ...pot, from: 6, to: 9, chips: { 6: "green1", 8: "white2" }, lit: 9 },
    arrow,
    token("coin", "9"),
    token("point", "1"),
    token("ruby", "1"),
    token("die"),
  ],
  shop: [token("coin", "9"), arrow, chips("green1 blue1"), arrow, token("bag")],
  rats: [{ is: "track" }],
  "example-draw": [{ ...pot, from: 0, to: 9, chips: potion }],
  "example-stop": [
    { ...pot, from: 5, to: 9, chips: potion, lit: 9 },
    token("bag"),
    chips("white1 white1 white1 white2"),
  ],
  "example-pay": [token("coin", "9"), token("point", "1"), token("ruby", "2")],
  "example-shop": [
    chips("green1 blue1"),
    arrow,
    token("bag"),
    token("ruby", "−2"),
    arrow,
    token("droplet", "+1"),
  ],
};
