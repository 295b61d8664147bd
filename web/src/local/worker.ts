// The worker in which the tables of this page live.
import type { FromHall, ToHall } from "./messages";

const post = (message: FromHall): void => self.postMessage(message);

self.onmessage = (event: MessageEvent<ToHall>) => {
  if (event.data.do === "request") post({ is: "broken", why: "there are no tables here yet" });
};
