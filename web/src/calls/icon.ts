// The icon of the page's tab: with a dot while it is my turn.

const link = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');
let plain: string | null = null;

export function markTurn(yes: boolean): void {
  const icon = link();
  if (!icon) return;
  plain ??= icon.getAttribute("href") ?? "./icon.svg";
  const wanted = yes ? plain.replace(/icon\.svg$/, "icon-turn.svg") : plain;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
