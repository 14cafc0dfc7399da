// A whole bot with the page's own client: node page_bot.mjs MODULE URL JOIN
import { pathToFileURL } from "node:url";

const [module, url, join] = process.argv.slice(2);
const { play } = await import(pathToFileURL(module).href);
const decide = ({ legal }) => legal[Math.floor(Math.random() * legal.length)];
console.log(JSON.stringify(await play(url, JSON.parse(join), decide)));
