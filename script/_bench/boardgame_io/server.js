// The server of boardgame.io with its file store: node server.js PORT FOLDER
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { game } = require("./game");

const [port, folder] = process.argv.slice(2);
const server = Server({ games: [game], origins: [Origins.LOCALHOST], db: new FlatFile({ dir: folder }) });
server.run({ port: Number(port) });
