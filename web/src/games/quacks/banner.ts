// The banner of the Quacks, with the things of the game for wares. How to read it: art/shapes.ts.
import { chip, book } from "./chip";
import { ingredients } from "./ingredients";
import { bots } from "../../art/people";
import { bannerOf, bust, placed } from "../../art/shapes";
import { flaskFull, ratStone, ruby, testTube } from "../../art/tokens";

const jar = (colour: string, x: number, y: number): string =>
  placed(
    `
  wood 2 M18 0h28v9H18z
  glass 2 M14 8h36c6 2 8 6 8 12v40c0 4-2 6-6 6H12c-4 0-6-2-6-6V20c0-6 2-10 8-12z
  ${placed(ingredients[colour] ?? "", 12, 22, 0.63, 3)}
  ~shine 3 M12 54V24`,
    x,
    y,
    0.92,
  );

const herbs = (colour: string): string => `
  ~bark 3 M32 0v14
  ${colour}| M32 16C20 20 12 34 15 52c10-6 17-18 17-36z
  ${colour} M32 16c-8 14-9 30 0 44 9-14 8-30 0-44z
  ~ink 1.8 M32 30v20
  bark 2 M28 9h8v9h-8z`;

const copperPot = `
  copper M12 28h176c14 44-10 76-38 84H50C22 104-2 72 12 28z
  .rust M164 28h24c14 44-10 76-38 84H70c50-8 84-38 94-84z
  ~shine 6 M24 46c0 18 8 32 20 42
  .rust O36,38,3 O68,38,3 O100,38,3 O132,38,3 O164,38,3
  copper M2 12h196c6 0 6 17 0 17H2c-6 0-6-17 0-17z
  violet M136 18c20-8 40-6 52-6-2 20-14 20-18 8-4 30-22 26-24 6-4 6-10 0-10-8z
  .lilac M18 12c30-9 134-9 164 0z
  lilac 2 O44,2,10
  lilac 2 O70,-12,5
  lilac 2 O118,0,13
  .white O41,-2,3 O114,-5,4`;

export const banner = bannerOf(`
  .sage M0 0h800v320H0z
  .fern M0 150h800v90H0z
  wood M-4-4h808v18H-4z
  bone M34 34h140v130H34z
  sky M44 44h56v54H44zM108 44h56v54h-56zM44 106h56v48H44zM108 106h56v48h-56z
  .leaf M46 152v-16c16-14 36-10 52 4v12zM110 152v-20c18-12 36-4 52 6v14z
  .bone O70,66,9 O82,64,11 O94,68,7
  oak M26 160h156v12H26z
  .noon M44 44h120l300 230H150z
  bark M206 30h112v104H206z
  coal M214 38h96v88h-96z
  .orange O230,58,7
  .leaf O230,82,7
  .sky O230,106,7
  ~bone 2.5 M250 50v14m7-14v14m7-14v14M250 74v14m7-14v14m7-14v14m7-14v14M250 98v14m7-14v14m7-14v14m7-14v14m-26-2l32-10
  ${placed(herbs("leaf"), 470, 8, 1.1)}
  ${placed(herbs("pink"), 520, 4, 1)}
  ${placed(herbs("moss"), 562, 10, 1)}
  oak M608 96h186v11H608zM608 176h186v11H608z
  ${jar("white", 616, 34)}
  ${jar("red", 678, 34)}
  ${jar("purple", 738, 34)}
  ${jar("green", 612, 114)}
  ${jar("yellow", 672, 114)}
  ${jar("black", 734, 114)}
  ${placed(bust(bots["brewer"]), 336, 28, 2.1, 1.3)}
  ~ink 12 M480 92l-26 90
  ~oak 7 M480 92l-26 90
  skin 2 O470,126,13
  blue M428 134c14 12 22 8 30-8l13 10c-8 28-26 38-46 32z
  oak M-4 232h808v34H-4z
  wood M-4 264h808v60H-4z
  ~bark 2 M20 246h90m40 8h60m330-8h120m40 6h90M30 290h70m60 12h100m300-8h80m60 10h70
  .shade M-4 264h808v10H-4zE400,258,120,12
  ${placed(copperPot, 300, 152, 1, 2.5)}
  ${placed(book("green"), 30, 184, 1.05)}
  ${placed(testTube, 112, 176, 0.95)}
  ${placed(testTube, 138, 176, 0.95)}
  bark M118 200h8v44h-8zM186 200h8v44h-8z
  oak M112 204h88v9h-88zM112 236h88v9h-88z
  ${placed(flaskFull, 206, 168, 1.3, 2)}
  ${placed(ratStone, 246, 212, 0.8)}
  ${placed(chip("orange1"), 520, 212, 0.75)}
  ${placed(chip("blue2"), 562, 208, 0.85)}
  ${placed(chip("red4"), 608, 206, 0.85)}
  ${placed(chip("white3"), 656, 209, 0.85)}
  ${placed(ruby, 720, 222, 0.6)}`);
