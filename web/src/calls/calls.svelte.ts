// Being told on this device that it is my turn: the browser's permission, its subscription, and the server that is to know
// of it. One choice for all tables of the server that the page came from.
import { recall, remember } from "../keep";
import { api } from "../net/api";
import { OWN, onSite, placeOf } from "../net/house";
import { offeredPush } from "../rulebook.svelte";
import { locale, say } from "../words/words.svelte";

interface Calls {
  /** This device is to be told. */
  on: boolean;
}

export const calls: Calls = $state({ on: recall("calls", false) });

/** Whether this page can be told at all; browsers need https for it. */
export function canCall(id: string): boolean {
  return (
    !onSite &&
    placeOf(id).house === OWN &&
    offeredPush() !== null &&
    isSecureContext &&
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window
  );
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));

function isFor(subscription: PushSubscription, key: Uint8Array): boolean {
  const has = subscription.options.applicationServerKey;
  if (!has) return false;
  const bytes = new Uint8Array(has);
  return bytes.length === key.length && bytes.every((b, i) => b === key[i]);
}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("./sw.js?calls", { updateViaCache: "none" });
  return await navigator.serviceWorker.ready;
}

/** The subscription of this browser for the key of this server. A server that lost its key has another. */
async function subscription(): Promise<PushSubscription> {
  const { pushManager } = await worker(),
    key = bytesOf(offeredPush() ?? ""),
    known = await pushManager.getSubscription();
  if (known && isFor(known, key)) return known;
  await known?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

const kept = (id: string): string => `calls.${id}`;

async function tellServer(id: string, tokens: string[]): Promise<void> {
  const { endpoint, keys } = (await subscription()).toJSON();
  const wish = {
    endpoint: endpoint ?? "",
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
    lang: locale(),
  };
  const told = `${locale()} ${wish.endpoint}`;
  if (recall(kept(id), "") === told) return;
  for (const token of tokens) await api.push(id, token, wish);
  remember(kept(id), told);
}

/** Asks for permission and subscribes. Throws a sentence if that is not possible. */
export async function callMe(id: string, tokens: string[]): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(say("calls.denied"));
  try {
    await tellServer(id, tokens);
  } catch (problem) {
    if (problem instanceof DOMException) throw new Error(say("calls.failed"), { cause: problem });
    throw problem;
  }
  calls.on = true;
  remember("calls", true);
}

/** No table tells this device any more: its subscription is gone, which the server notices. */
export async function callMeNoMore(id: string, tokens: string[]): Promise<void> {
  calls.on = false;
  remember("calls", false);
  remember(kept(id), "");
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  for (const token of tokens) await api.quiet(id, token, known?.endpoint);
  await known?.unsubscribe();
}

/** A table that I come to knows of this device, too, once I have chosen to be told. */
export async function keepCalled(id: string, tokens: string[]): Promise<void> {
  if (!calls.on || !canCall(id) || Notification.permission !== "granted") return;
  await tellServer(id, tokens).catch(() => {}); // the next visit tries again
}

/** A page in the background is connected, so the server tells nothing: the page does it itself. */
export async function showTurn(id: string, title: string, body: string): Promise<void> {
  if (!calls.on || !document.hidden || !canCall(id) || Notification.permission !== "granted")
    return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(title, {
    body,
    lang: locale(),
    tag: id,
    icon: "./icon-192.png",
    data: id,
  });
}
