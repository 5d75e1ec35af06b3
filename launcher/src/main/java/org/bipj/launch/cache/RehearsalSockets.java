package org.bipj.launch.cache;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What most programs of sockets do first. The JVM records it to make the start-up cache of simulated hosts. */
public final class RehearsalSockets {
    private static final int PORT = 8080;
    private static final String SERVER = "node0";

    private RehearsalSockets() {}

    /** Runs on one of two hosts: the first one answers the other once. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (InetAddress.getLocalHost().getHostName().equals(SERVER)) {
            serve();
        } else {
            System.out.println(ask());
        }
    }

    private static void serve() throws IOException {
        try (ServerSocket door = new ServerSocket(PORT);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            Socket client = door.accept();
            threads.execute(() -> answer(client));
        }
    }

    private static synchronized void answer(Socket client) {
        try (client;
                BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
                PrintWriter out = new PrintWriter(client.getOutputStream(), true)) {
            out.println(in.readLine() + " " + System.nanoTime());
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    private static String ask() throws IOException, InterruptedException {
        while (true) {
            try (Socket server = new Socket(SERVER, PORT);
                    PrintWriter out = new PrintWriter(server.getOutputStream(), true);
                    BufferedReader in = new BufferedReader(new InputStreamReader(server.getInputStream()))) {
                out.println("asked");
                return in.readLine();
            } catch (ConnectException e) {
                // It has not begun.
                Thread.sleep(1);
            }
        }
    }
}
