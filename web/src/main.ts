import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { language } from "./lib/language";
import { look } from "./lib/theme.svelte";

look.apply();
document.documentElement.lang = language;
const target = document.getElementById("app");
if (!target) throw new Error("expected an element #app in index.html");
export default mount(App, { target });
