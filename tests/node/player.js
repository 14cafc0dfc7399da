// A player on Node's socket.io-client that follows the documented decision flow.
// Usage: node player.js CLIENT URL ROOM TRANSPORT ORDER
const [client, url, room, transport, order] = process.argv.slice(2);
const io = require(client).io;

const heard = { events: [], rejected: [], states: 0 };
let me = null;

function bestColor(cards) {
  const held = (color) => cards.filter((card) => card.color === color).length;
  return ["R", "G", "B", "Y"].sort((one, other) => held(other) - held(one))[0];
}

function decide(state) {
  if (state.game.currentTurn !== me) return null;
  const own = me === "Player 2" ? state.player2 : state.player1;
  if (!state.botContext.canPlay || own.playableCards.length === 0) return { action: "draw" };
  const first = (types) => own.playableCards.find((card) => types.includes(card.type));
  const card = first(["draw2", "draw4"]) || first(["skip", "reverse"]) || own.playableCards[0];
  const action = { action: "play", card: card.code, color: null };
  if (card.type === "wild" || card.type === "draw4") action.color = bestColor(own.cards);
  if (own.cardCount === 2) action.callUno = true;
  return action;
}

function note(name) {
  if (!heard.events.includes(name)) heard.events.push(name);
}

const socket = io(url, { transports: [transport], reconnection: false });

socket.on("connect_error", (error) => {
  console.error(String(error));
  process.exit(1);
});
socket.on("roomData", (data) => {
  note("roomData");
  heard.users = data.users.map((user) => user.name);
});
socket.on("currentUserData", ({ name }) => {
  note("currentUserData");
  me = name;
});
socket.on("message", ({ user, text }) => {
  note("message");
  heard.message = { user, text };
});
socket.on("actionRejected", (reply) => {
  note("actionRejected");
  heard.rejected.push(reply.error);
});
socket.on("updateGameState", (state) => {
  note("updateGameState");
  heard.states += 1;
  heard.last = state;
  const action = decide(state);
  if (action) socket.emit("botAction", action);
});
socket.on("gameOver", (over) => {
  note("gameOver");
  heard.over = over;
  console.log(JSON.stringify(heard));
  socket.disconnect();
});

socket.on("connect", () => {
  socket.emit("botAction", { action: "draw" }, (reply) => {
    heard.early = reply.error;
    socket.emit("join", { room, ...JSON.parse(order || "{}") }, (error, told) => {
      if (error) {
        console.log(JSON.stringify({ error }));
        socket.disconnect();
        return;
      }
      heard.joined = told;
      socket.emit("sendMessage", { message: "hello" }, (failure) => {
        heard.said = failure === undefined || failure === null;
      });
    });
  });
});
