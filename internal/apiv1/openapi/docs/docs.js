// The reference works without this file. It adds a choice of languages, a search, buttons to copy examples, a way to
// try an operation, and a mark on the part of the contents that is being read.
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

// element returns a new element with the given properties and children.
function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Search. An entry of the contents stays if it has every word, in its own text or in a field of its operation; the fields
// that matched are shown below it.
const field = document.getElementById("filter");
const found = document.getElementById("found");
field.closest(".filter").hidden = false;

const entries = [...document.querySelectorAll("nav li")].map((item) => {
  const heading = document.getElementById(item.querySelector("a").hash.slice(1));
  const article = heading.closest("article");
  const text = article ? item.dataset.text : heading.closest("section").textContent;
  const names = article ? [...article.querySelectorAll("tbody th code, tbody .values code, tbody td > code:only-child")] : [];
  return { item, article, text: text.toLowerCase(), names, hits: item.appendChild(element("span", { className: "hits" })) };
});

// matches returns the fields that contribute a match, or null if the entry lacks a word.
function matches(entry, words) {
  const hits = new Set();
  for (const word of words) {
    const inNames = entry.names.filter((name) => name.textContent.toLowerCase().includes(word));
    if (!entry.text.includes(word) && inNames.length === 0) return null;
    if (!entry.text.includes(word)) for (const name of inNames) hits.add(name);
  }
  return hits;
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    for (const name of entry.names) name.classList.remove("hit");
    const hits = matches(entry, words);
    entry.item.hidden = hits === null;
    entry.hits.textContent = hits === null ? "" : [...new Set([...hits].map((name) => name.textContent))].slice(0, 4).join(", ");
    for (const name of hits ?? []) name.classList.add("hit");
    if (hits !== null) shown++;
  }
  for (const group of document.querySelectorAll(".nav-group")) {
    group.hidden = !group.querySelector("li:not([hidden])");
  }
  found.textContent = words.length === 0 ? "" : shown === 1 ? "1 found" : shown + " found";
}
field.addEventListener("input", search);

// Whoever follows an entry finds the parts with the matching fields open.
for (const { item, article } of entries) {
  item.addEventListener("click", () => {
    for (const fold of article?.querySelectorAll(".fold") ?? []) {
      if (fold.querySelector(".hit")) fold.open = true;
    }
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    menu.open = true;
    field.focus();
  }
  if (event.key === "Escape" && event.target === field) {
    field.value = "";
    search();
  }
});

// Languages. All examples change together, and the choice is remembered.
const remembered = {
  get() {
    try {
      return localStorage.getItem("docs.language");
    } catch {
      return null;
    }
  },
  set(language) {
    try {
      localStorage.setItem("docs.language", language);
    } catch {
      // The choice holds for this page only.
    }
  },
};

const boxes = [...document.querySelectorAll(".sample.programs")].map((box) => {
  const programs = [...box.querySelectorAll("pre")];
  const buttons = programs.map((program) => {
    const button = element("button", { type: "button", textContent: program.dataset.name });
    button.addEventListener("click", () => choose(program.dataset.language));
    return button;
  });
  box.querySelector("figcaption").append(element("span", { className: "languages" }, ...buttons));
  return { programs, buttons };
});

function choose(language) {
  remembered.set(language);
  show(language);
}

function show(language) {
  for (const { programs, buttons } of boxes) {
    const has = programs.some((program) => program.dataset.language === language);
    programs.forEach((program, at) => {
      const chosen = has ? program.dataset.language === language : at === 0;
      program.hidden = !chosen;
      buttons[at].setAttribute("aria-pressed", chosen);
    });
  }
}
show(remembered.get());

// Examples can be copied where the browser lets a page do so.
if (navigator.clipboard) {
  for (const box of document.querySelectorAll(".sample.programs")) {
    const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(box.querySelector("pre:not([hidden]) code").textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    box.querySelector("figcaption").append(button);
  }
}

// Trying an operation. The key stays in this variable until the page is left: nothing stores it, and it is only sent to
// the API of this server.
let key = "";
window.addEventListener("pagehide", () => {
  key = "";
  for (const input of document.querySelectorAll("input.key")) input.value = "";
});

let loading;
function openapi() {
  loading ??= load().catch((error) => {
    loading = undefined; // the next click tries again
    throw error;
  });
  return loading;
}

async function load() {
  const response = await fetch("openapi.json");
  if (!response.ok) throw new Error(response.status + " " + response.statusText);
  return response.json();
}

for (const article of document.querySelectorAll(".operation")) {
  const button = element("button", { type: "button", className: "try-button", textContent: "Try it" });
  button.setAttribute("aria-expanded", "false");
  let adding = false; // a double click adds one form
  button.addEventListener("click", async () => {
    if (adding) return;
    let form = article.querySelector("form");
    if (form === null) {
      adding = true;
      form = await addForm(article).catch(() => null);
      adding = false;
      button.textContent = form === null ? "No answer: try again" : "Try it";
      if (form === null) return;
    }
    const open = button.getAttribute("aria-expanded") === "false";
    form.hidden = !open;
    button.setAttribute("aria-expanded", open);
    if (open) form.querySelector("input").focus();
  });
  article.querySelector(".text > .request").append(button);
}

async function addForm(article) {
  const { method, path } = article.dataset;
  const operation = (await openapi()).paths[path][method.toLowerCase()];
  const form = element("form", { className: "try", autocomplete: "off", hidden: true });
  form.setAttribute("aria-label", "Try " + method + " " + path);
  form.append(labelled("API key", keyInput()));
  for (const parameter of operation.parameters ?? []) {
    const input = element("input", { name: parameter.name, required: parameter.required, autocomplete: "off", spellcheck: false });
    input.dataset.in = parameter.in;
    if (parameter.example !== undefined) input.placeholder = parameter.example;
    form.append(labelled(parameter.name, input));
  }
  const example = operation.requestBody?.content["application/json"].example;
  if (example) {
    const text = JSON.stringify(example, null, 2);
    form.append(labelled("Body", element("textarea", { name: "body", value: text, rows: Math.min(text.split("\n").length, 16), spellcheck: false })));
  }
  const answer = element("output", { className: "answer" });
  const note = method === "GET" ? "" : "This changes real data.";
  form.append(element("p", {}, element("button", { textContent: "Send " + method }), element("span", { className: "place", textContent: note })), answer);
  let sending = false; // a double click sends once
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    await send(form, method, path, answer);
    sending = false;
  });
  article.querySelector(".text").insertBefore(form, article.querySelector(".text > .request").nextSibling);
  return form;
}

function labelled(text, input) {
  return element("label", {}, element("span", { textContent: text }), input);
}

// keyInput returns a field for the key; all forms share what was typed. It is not a password field, because browsers
// offer to save those.
function keyInput() {
  const input = element("input", { className: "key", required: true, value: key, autocomplete: "off", spellcheck: false, placeholder: "ern_…" });
  input.addEventListener("input", () => {
    key = input.value.trim();
    for (const other of document.querySelectorAll("input.key")) if (other !== input) other.value = input.value;
  });
  return input;
}

function addressOf(form, path) {
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input[name]")) {
    if (input.value === "") continue;
    if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value));
    if (input.dataset.in === "query") query.set(input.name, input.value);
  }
  const text = query.toString();
  return new URL("api/v1" + path + (text && "?" + text), document.baseURI);
}

async function send(form, method, path, answer) {
  answer.replaceChildren("Sending …");
  const headers = { Authorization: "Bearer " + key };
  const body = form.elements.namedItem("body")?.value;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  for (const input of form.querySelectorAll("input[data-in=header]")) if (input.value !== "") headers[input.name] = input.value;
  try {
    const response = await fetch(addressOf(form, path), { method, headers, body, credentials: "omit", cache: "no-store" });
    const text = await response.text();
    const left = response.headers.get("X-RateLimit-Remaining-Hour");
    const line = response.status + " " + response.statusText + (left === null ? "" : " · " + left + " requests left this hour");
    answer.replaceChildren(element("span", { textContent: line }), element("pre", { tabIndex: 0 }, element("code", { textContent: indented(text) })));
  } catch (error) {
    answer.replaceChildren("No answer: " + error.message);
  }
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// The contents show where the reader is.
const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
let current = null;
const watch = new IntersectionObserver((seen) => {
  for (const entry of seen) {
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
