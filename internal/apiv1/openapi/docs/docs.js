// The reference works without this file. It adds a filter, buttons to copy requests, and a mark on the
// part of the contents that is being read.
"use strict";

const menu = document.querySelector(".menu");
const wide = window.matchMedia("(min-width: 60rem)");

// On a narrow screen the contents are folded away until asked for.
function fit() {
  menu.open = wide.matches;
}
wide.addEventListener("change", fit);
fit();
menu.querySelector("nav").addEventListener("click", (event) => {
  if (event.target.closest("a") && !wide.matches) menu.open = false;
});

// The filter hides what does not hold every word.
const field = document.getElementById("filter");
const found = document.getElementById("found");
const items = [...document.querySelectorAll("nav li")];
field.closest(".filter").hidden = false;

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of items) {
    const text = (item.dataset.text || item.textContent).toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) shown++;
  }
  for (const group of document.querySelectorAll(".nav-group")) {
    group.hidden = !group.querySelector("li:not([hidden])");
  }
  found.textContent = words.length === 0 ? "" : shown === 1 ? "1 found" : shown + " found";
}
field.addEventListener("input", filter);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea")) {
    event.preventDefault();
    menu.open = true;
    field.focus();
  }
  if (event.key === "Escape" && event.target === field) {
    field.value = "";
    filter();
  }
});

// Requests can be copied where the browser lets a page do so.
if (navigator.clipboard) {
  for (const sample of document.querySelectorAll(".sample:first-child")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(sample.querySelector("code").textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    sample.querySelector("figcaption").append(button);
  }
}

// The contents show where the reader is.
const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
let current = null;
const watch = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const link = links.get(entry.target.id);
    if (!entry.isIntersecting || !link || link === current) continue;
    current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    current = link;
    if (wide.matches) {
      const side = document.querySelector(".side");
      const at = link.getBoundingClientRect();
      if (at.top < 160 || at.bottom > window.innerHeight - 40) side.scrollTop += at.top - window.innerHeight / 2;
    }
  }
}, { rootMargin: "0px 0px -75% 0px" });
for (const id of links.keys()) {
  const heading = document.getElementById(id);
  if (heading) watch.observe(heading);
}
