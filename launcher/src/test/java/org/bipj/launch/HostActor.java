package org.bipj.launch;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.logging.FileHandler;
import java.util.logging.Logger;

/** Programs of java.net without MPI, for hosts that are killed and start again. */
public final class HostActor {
    private static final Logger LIVES = Logger.getLogger("lives");
    private static final int PORT = 8080;
    private static final int QUESTIONS = 20;

    private static int starts;

    private HostActor() {}

    /** Does what the first argument says. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "live" -> live(Integer.parseInt(args[1]));
            case "folder" -> System.out.println(System.getProperty("bipj.host.dir", "none"));
            case "serve" -> serve();
            case "ask" -> ask(Integer.parseInt(args[1]), Long.parseLong(args[2]));
            case "names" -> names();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Counts its lives in a file of the host, and lives for some seconds. */
    private static void live(int seconds) throws Exception {
        Path folder = Path.of(System.getProperty("bipj.host.dir"));
        Path file = folder.resolve("lives");
        int life = Files.exists(file) ? Integer.parseInt(Files.readString(file)) + 1 : 1;
        Files.writeString(file, Integer.toString(life));
        String name = folder.getFileName() + " life " + life;
        if (FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                        .tryLock()
                == null) {
            throw new IllegalStateException("another life has the lock");
        }
        LIVES.setUseParentHandlers(false);
        LIVES.addHandler(new FileHandler(folder.resolve("log").toString()));
        if (Files.exists(folder.resolve("log.1"))) {
            throw new IllegalStateException("another life has the file of logs");
        }
        System.out.println(name + " start " + ++starts + " at " + System.currentTimeMillis() % 86_400_000 / 1000);
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(1000L * seconds);
                System.out.println(name + " thread");
            } catch (InterruptedException e) {
                System.out.println(name + " interrupted");
            }
        });
        other.start();
        try {
            Thread.sleep(1000L * seconds);
            System.out.println(name + " ends");
        } finally {
            System.out.println(name + " finally");
        }
    }

    private static void serve() throws IOException {
        System.out.println("serves");
        try (ServerSocket server = new ServerSocket(PORT)) {
            while (true) {
                Socket client = server.accept();
                Thread thread = new Thread(() -> answer(client));
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
            PrintWriter out = new PrintWriter(client.getOutputStream(), true);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println("answer " + line);
            }
        } catch (IOException e) {
            System.out.println("server: " + e.getMessage());
        }
    }

    private static void names() throws IOException {
        System.out.println(InetAddress.getByName("node1").getHostAddress() + " "
                + InetAddress.getByName("localhost").isLoopbackAddress());
        int rank = Integer.parseInt(System.getenv("OMPI_COMM_WORLD_RANK"));
        int next = (rank + 1) % Integer.parseInt(System.getenv("OMPI_COMM_WORLD_SIZE"));
        InetAddress own = InetAddress.getLocalHost();
        System.out.println("rank " + rank + " is " + own.getHostName() + " " + own.getCanonicalHostName() + " "
                + own.equals(InetAddress.getByName("node" + rank)) + ", next is "
                + InetAddress.getByAddress(InetAddress.getByName("node" + next).getAddress())
                        .getHostName());
        System.out.println(System.getProperty("bipj.host.dir"));
    }

    /** Asks again and again, with a time limit, and connects again whenever that fails. */
    private static void ask(int limitMs, long pauseMs) throws InterruptedException {
        int answers = 0;
        while (answers < QUESTIONS) {
            try (Socket server = new Socket()) {
                server.connect(new InetSocketAddress("node0", PORT), limitMs);
                server.setSoTimeout(limitMs);
                System.out.println("connected");
                BufferedReader in = new BufferedReader(new InputStreamReader(server.getInputStream()));
                PrintWriter out = new PrintWriter(server.getOutputStream(), true);
                while (answers < QUESTIONS) {
                    out.println("question");
                    if (in.readLine() == null) {
                        throw new EOFException("end");
                    }
                    answers++;
                    Thread.sleep(pauseMs);
                }
            } catch (IOException e) {
                System.out.println(e.getMessage());
                Thread.sleep(pauseMs);
            }
        }
        System.out.println("done");
    }
}
