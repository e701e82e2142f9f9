// Goes back to the page that was asked for as soon as the server answers.

const EVERY_MS = 3_000;
const state = document.getElementById("state");

async function look() {
  state.textContent = "Trying again…";
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) {
      location.reload();
      return;
    }
  } catch {
    // Still away.
  }
  state.textContent = "No answer yet.";
}

document.getElementById("now").addEventListener("click", () => void look());
addEventListener("online", () => void look());
setInterval(() => void look(), EVERY_MS);
