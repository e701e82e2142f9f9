// The replay room as a single file: what `canasta export` writes a match into.

import "./drawings/colours.css";
import "./drawings/cards.css";
import "./styles/face.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/rooms.css";
import { mount } from "svelte";
import Faces from "virtual:faces.svelte";
import { faces } from "./lib/cards/faces.svelte";
import Exported from "./rooms/Exported.svelte";

mount(Faces, { target: document.body });
faces.here = true;
const match = JSON.parse(document.getElementById("match")!.textContent!);
mount(Exported, { target: document.getElementById("page")!, props: { match } });
