// The page of the servers, which stands before their explorers.

import { render } from "preact";
import { followStartToken, takeStartTokens } from "../access/start-token";
import { byId } from "../dom/page";
import { startTheme } from "../shell/theme";
import { Servers } from "./model";
import { ServersView } from "./view";

startTheme();
followStartToken();
const servers = new Servers();
render(<ServersView servers={servers} />, byId("servers"));
void takeStartTokens().then(() => servers.follow());
