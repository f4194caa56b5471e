// Keeps the whole page, so that it works without a network once it was loaded. The build writes the version and the files.
const VERSION = "@VERSION@";
const FILES = ["./", /*@FILES@*/];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === self.location.origin) {
    const stored = caches.match(event.request, { ignoreSearch: true });
    event.respondWith(stored.then((answer) => answer ?? fetch(event.request)));
  }
});
