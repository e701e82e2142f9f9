// The page that plays without a server: all it asks is answered by workers on this device.

import "./drawings/colours.css";
import "./drawings/cards.css";
import "./styles/face.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/rooms.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepSite } from "./lib/device/offline";
import { trusted } from "./lib/device/trusted";
import { Device } from "./lib/source/device";
import tables from "./worker/tables?worker&url";
import thinker from "./worker/thinker?worker&url";

const started = (address: string): Worker => new Worker(trusted(address), { type: "module" });
// Whatever is needed now is loaded first; all else is kept for the next visit after that.
const source = new Device(
  { tables: () => started(tables), thinker: () => started(thinker) },
  import.meta.env.PROD ? keepSite : undefined,
);
mount(App, { target: document.getElementById("page")!, props: { source } });
