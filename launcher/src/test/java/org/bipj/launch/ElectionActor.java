package org.bipj.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Hosts that elect leaders as Raft's do. A host that starts again forgets for whom it has voted in the present term, unless it is
 * {@code fixed}: so two may be elected in one term. The second one, which finds the first in a file that all hosts see, fails.
 */
public final class ElectionActor {
    private static final int HOSTS = 3;
    private static final int PORT = 7000;
    private static final int END_MS = 120;
    private static final int TICK_MS = 5;
    private static final int BEAT_MS = 30;
    private static final int PATIENCE_MS = 20;
    private static final int MORE_PATIENCE_MS = 15;
    private static final int CONNECT_MS = 10;
    private static final int ANSWER_MS = 15;
    private static final String NOBODY = "-";

    private final int id;
    private final Path state;
    private final Path leaders;
    private final Random random = new Random();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Set<Integer> voters = new HashSet<>();

    private int term;
    private String votedFor = NOBODY;
    private boolean isCandidate;
    private boolean isLeader;
    private long deadline;
    private long beat;

    private ElectionActor(boolean isFixed) throws IOException {
        id = Integer.parseInt(InetAddress.getLocalHost().getHostName().substring("node".length()));
        Path own = Path.of(System.getProperty("bipj.host.dir"));
        state = own.resolve("state");
        leaders = own.resolveSibling("leaders");
        if (Files.exists(state)) {
            String[] words = Files.readString(state).split(" ");
            term = Integer.parseInt(words[0]);
            votedFor = isFixed ? words[1] : NOBODY;
        }
    }

    public static void main(String[] args) throws Exception {
        new ElectionActor(List.of(args).contains("fixed")).run();
    }

    private void run() throws Exception {
        long end = System.currentTimeMillis() + END_MS;
        try (ServerSocket server = new ServerSocket(PORT)) {
            pool.execute(() -> accept(server));
            touch();
            while (System.currentTimeMillis() < end) {
                Thread.sleep(TICK_MS);
                tick();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                Socket client = server.accept();
                pool.execute(() -> serve(client));
            }
        } catch (IOException | RejectedExecutionException e) {
            // The host ends.
        }
    }

    private synchronized void tick() {
        if (isLeader) {
            if (System.currentTimeMillis() >= beat) {
                beat = System.currentTimeMillis() + BEAT_MS;
                sendAll("beat");
            }
        } else if (System.currentTimeMillis() > deadline) {
            term++;
            votedFor = Integer.toString(id);
            isCandidate = true;
            voters.clear();
            voters.add(id);
            save();
            touch();
        }
        if (isCandidate && !isLeader) {
            sendAll("vote");
        }
    }

    private void touch() {
        deadline = System.currentTimeMillis() + PATIENCE_MS + random.nextInt(MORE_PATIENCE_MS);
    }

    private void save() {
        write(state, term + " " + votedFor, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static void write(Path file, String text, StandardOpenOption... options) {
        try {
            Files.write(file, text.getBytes(), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendAll(String what) {
        for (int host = 0; host < HOSTS; host++) {
            int to = host;
            int of = term;
            if (to != id) {
                pool.execute(() -> send(to, what, of));
            }
        }
    }

    private void send(int to, String what, int of) {
        try (Socket peer = new Socket()) {
            peer.connect(new InetSocketAddress("node" + to, PORT), CONNECT_MS);
            peer.setSoTimeout(ANSWER_MS);
            new PrintWriter(peer.getOutputStream(), true).println(what + " " + of + " " + id);
            String answer = new BufferedReader(new InputStreamReader(peer.getInputStream())).readLine();
            if ("yes".equals(answer)) {
                votes(of, to);
            }
        } catch (IOException e) {
            // It is asked again.
        }
    }

    private synchronized void votes(int of, int by) {
        if (of == term && isCandidate && !isLeader && voters.add(by) && voters.size() > HOSTS / 2) {
            isLeader = true;
            Thread self = Thread.currentThread();
            System.out.println("node" + id + " leads term " + term + ": " + self.getName() + " #" + self.threadId());
            judge();
        }
    }

    private void judge() {
        String line = "term " + term + " ";
        try {
            if (Files.exists(leaders) && Files.readString(leaders).contains(line)) {
                System.out.println("two leaders in " + line.strip());
                System.exit(1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write(leaders, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void serve(Socket client) {
        try (client) {
            client.setSoTimeout(ANSWER_MS);
            String line = new BufferedReader(new InputStreamReader(client.getInputStream())).readLine();
            if (line != null) {
                new PrintWriter(client.getOutputStream(), true).println(answer(line.split(" ")));
            }
        } catch (IOException e) {
            // The other host asks again.
        }
    }

    private synchronized String answer(String[] message) {
        int of = Integer.parseInt(message[1]);
        if (of > term) {
            term = of;
            votedFor = NOBODY;
            isLeader = false;
            isCandidate = false;
        }
        if (message[0].equals("beat")) {
            if (of == term) {
                touch();
                isCandidate = false;
            }
            save();
            return "ok";
        }
        boolean agrees = of == term && (votedFor.equals(NOBODY) || votedFor.equals(message[2]));
        if (agrees) {
            votedFor = message[2];
            touch();
        }
        save();
        return agrees ? "yes" : "no";
    }
}
