"""The listening side: AlgoPoker over WebSocket, UNO over HTTP and Socket.IO. No rules here."""
