import "./drawings/colours.css";
import "./drawings/cards.css";
import "./styles/face.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/rooms.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepOfflinePage } from "./lib/device/offline";
import { Server } from "./lib/source/server";

mount(App, { target: document.getElementById("page")!, props: { source: new Server(location.origin) } });
if (import.meta.env.PROD) keepOfflinePage();
