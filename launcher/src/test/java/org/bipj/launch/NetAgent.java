package org.bipj.launch;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Stands for ssh and its server: {@code NetAgent serve ADDRESS PORT} runs the commands that {@code NetAgent PORT HOST
 * COMMAND...} asks for, with their streams over the network in between.
 */
public final class NetAgent {
    private NetAgent() {}

    /** Serves, or asks a server. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[0].equals("serve")) {
            serve(args[1], Integer.parseInt(args[2]));
        } else {
            ask(args);
        }
    }

    private static void serve(String address, int port) throws IOException {
        try (ServerSocket server = new ServerSocket(port, 8, InetAddress.getByName(address))) {
            System.out.println("serving");
            while (true) {
                Socket socket = server.accept();
                DataInputStream in = new DataInputStream(socket.getInputStream());
                Process process = new ProcessBuilder("sh", "-c", "exec " + in.readUTF())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                copy(in, process.getOutputStream());
                copy(process.getInputStream(), socket.getOutputStream());
            }
        }
    }

    private static void ask(String[] args) throws IOException, InterruptedException {
        Socket socket = new Socket(args[1], Integer.parseInt(args[0]));
        OutputStream out = socket.getOutputStream();
        new DataOutputStream(out)
                .writeUTF(String.join(" ", java.util.List.of(args).subList(2, args.length)));
        copy(System.in, out);
        copy(socket.getInputStream(), System.out).join();
        System.exit(0);
    }

    /** Copies to the end of either stream, and then ends the other one. */
    private static Thread copy(InputStream from, OutputStream to) {
        return Thread.ofPlatform().start(() -> {
            byte[] bytes = new byte[1 << 14];
            try (from;
                    to) {
                for (int n; (n = from.read(bytes)) > 0; ) {
                    to.write(bytes, 0, n);
                    to.flush();
                }
            } catch (IOException e) {
                // One end has gone: the other one is closed.
            }
        });
    }
}
