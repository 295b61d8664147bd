// Starts the page.
import "./style/tokens.css";
import "./style/base.css";
import "./style/table.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startApp } from "./app/app.svelte";
import { watchStore } from "./local/trouble.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
startApp();
watchStore();
