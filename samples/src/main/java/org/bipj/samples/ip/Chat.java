package org.bipj.samples.ip;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.samples.Usage;

/**
 * A chat: one host relays what each guest says to all the others. A thread for each guest, writers that threads share, connections of
 * which one half is closed before the other. Each guest checks that it hears every other one's words, each once and in order.
 *
 * <pre>{@code ./bipj sample ip-chat -n 5 --mode sim --jitter --seed 7}</pre>
 */
public final class Chat {
    private static final String ROOM = "node0";
    private static final int PORT = 6667;
    private static final int LINES = 20;
    private static final int LINES_MOST = 100_000;

    /** The room opens when no guest has come for so long. */
    private static final int PATIENCE_MS = 1000;

    private Chat() {}

    /** Runs the program; its arguments are the lines that each guest says and the name of the room's host. */
    public static void main(String[] args) throws Exception {
        int lines;
        try {
            Usage.atMost(args, 2);
            lines = Usage.positive(args, 0, "LINES", LINES, LINES_MOST);
        } catch (Usage.WrongUsage e) {
            System.err.println("ip-chat: " + e.getMessage() + "; usage: [LINES [ROOM]]");
            System.exit(Usage.EXIT_CODE);
            return;
        }
        System.out.println(run(args.length > 1 ? args[1] : ROOM, lines));
    }

    /** Is the room or a guest; returns a line that says what has happened. */
    public static String run(String name, int lines) throws IOException, InterruptedException {
        ServerSocket room = Host.listen(name, PORT);
        return room == null ? visit(name, lines) : host(room);
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static PrintWriter writer(Socket socket) throws IOException {
        return new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    // ---- the room ----------------------------------------------------------------------------------------------

    private static String host(ServerSocket room) throws IOException, InterruptedException {
        List<Socket> guests = new ArrayList<>();
        room.setSoTimeout(PATIENCE_MS);
        try (room) {
            while (true) {
                guests.add(room.accept());
            }
        } catch (SocketTimeoutException e) {
            // All are there.
        }
        List<PrintWriter> writers = new ArrayList<>();
        for (Socket guest : guests) {
            writers.add(writer(guest));
        }
        // Before the first of them is relayed to: what a guest reads first is its welcome.
        for (int i = 0; i < guests.size(); i++) {
            writers.get(i).println("guest " + i + " of " + guests.size());
        }
        List<Thread> threads = new ArrayList<>();
        int[] relayed = new int[guests.size()];
        for (int i = 0; i < guests.size(); i++) {
            int number = i;
            BufferedReader in = reader(guests.get(i));
            threads.add(
                    Thread.ofPlatform().name("guest " + i).start(() -> relayed[number] = relay(number, in, writers)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Socket guest : guests) {
            guest.close();
        }
        int all = 0;
        for (int count : relayed) {
            all += count;
        }
        return "room: " + guests.size() + " guests said " + all + " lines";
    }

    /** Passes what a guest says on to all the others, until it has said all. */
    private static int relay(int number, BufferedReader in, List<PrintWriter> writers) {
        int count = 0;
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                for (int i = 0; i < writers.size(); i++) {
                    if (i != number) {
                        writers.get(i).println(number + ": " + line);
                    }
                }
                count++;
            }
        } catch (IOException e) {
            System.err.println("guest " + number + " is gone: " + e.getMessage());
        }
        return count;
    }

    // ---- a guest -----------------------------------------------------------------------------------------------

    private static String visit(String name, int lines) throws IOException, InterruptedException {
        try (Socket room = Host.connect(name, PORT)) {
            BufferedReader in = reader(room);
            // "guest 2 of 4": everyone has come.
            String[] welcome = in.readLine().split(" ");
            Thread speaker = new Thread(() -> speak(room, lines));
            speaker.start();
            int heard = listen(in);
            speaker.join();
            int expected = lines * (Integer.parseInt(welcome[3]) - 1);
            if (heard != expected) {
                throw new IllegalStateException("heard " + heard + " lines; expected " + expected);
            }
            return "guest " + welcome[1] + ": heard " + heard + " lines";
        }
    }

    private static void speak(Socket room, int lines) {
        try {
            PrintWriter out = writer(room);
            for (int i = 0; i < lines; i++) {
                out.println("line " + i);
            }
            room.shutdownOutput();
        } catch (IOException e) {
            System.err.println("the room is gone: " + e.getMessage());
        }
    }

    /** Hears lines until the room closes; returns their number. */
    private static int listen(BufferedReader in) throws IOException {
        Map<String, Integer> next = new HashMap<>();
        int count = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String guest = line.substring(0, line.indexOf(':'));
            int number = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
            if (number != next.getOrDefault(guest, 0)) {
                throw new IllegalStateException(
                        "guest " + guest + " said \"" + line + "\"; expected line " + next.getOrDefault(guest, 0));
            }
            next.put(guest, number + 1);
            count++;
        }
        return count;
    }
}
