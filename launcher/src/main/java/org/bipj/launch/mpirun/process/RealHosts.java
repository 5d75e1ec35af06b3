package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolverProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.job.HostFolders;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;

/**
 * What programs that run on simulated hosts find when they run for real on this one: names for its loopback addresses, of
 * which each rank has one, and folders. The JDK looks names up by {@link HostNameProvider} alone, so those of this host and of
 * its own file are there, too.
 */
public final class RealHosts implements AutoCloseable {
    private static final Path OWN_NAMES = HostSystem.file("/etc/hosts");
    private static final int OCTET = 256;

    private final HostFolders folders;
    /** The jar with {@link HostNameProvider} and the names. */
    private final Path names;

    private RealHosts(HostFolders folders, Path names) {
        this.folders = folders;
        this.names = names;
    }

    /** Makes files and folders for the ranks of a job, whose options name them from now on. Deleted by {@link #close}. */
    public static RealHosts of(Options options) throws IOException {
        Path names = Files.createTempFile(Path.of(LauncherVariables.temporaryDirectory()), "bipj-names-", ".jar");
        RealHosts made = new RealHosts(new HostFolders(options.hostDirectory()), names);
        OwnProcess.current().atEnd(new Thread(made::close, "end of host names"));
        writeProvider(names, lines(options.ranks()));
        options.addRankPlace(names.toString());
        for (int rank = 0; rank < options.ranks(); rank++) {
            options.findHostsIn(made.folders.of(rank).getParent());
        }
        return made;
    }

    private static void writeProvider(Path file, List<String> lines) throws IOException {
        String entry = HostNameProvider.class.getName().replace('.', '/');
        String folder = entry.substring(0, entry.lastIndexOf('/') + 1);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + InetAddressResolverProvider.class.getName()));
            jar.write(HostNameProvider.class.getName().getBytes(StandardCharsets.US_ASCII));
            jar.putNextEntry(new JarEntry(folder + HostNameProvider.LIST));
            jar.write(String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1));
            for (String name : List.of(entry, entry + "$Names")) {
                jar.putNextEntry(new JarEntry(name + ".class"));
                try (InputStream in = RealHosts.class.getResourceAsStream("/" + name + ".class")) {
                    in.transferTo(jar);
                }
            }
        }
    }

    private static List<String> lines(int ranks) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            lines.add(address(rank) + " " + HostFolders.name(rank));
        }
        lines.add("127.0.0.1 localhost");
        if (Files.isReadable(OWN_NAMES)) {
            lines.addAll(Files.readAllLines(OWN_NAMES, StandardCharsets.ISO_8859_1));
        }
        lines.addAll(ofThisHost());
        return lines;
    }

    /** The loopback address of a rank: 127.0.0.1 for rank 0, and on. */
    private static String address(int rank) {
        int number = rank + 1;
        return "127.0." + number / OCTET + "." + number % OCTET;
    }

    /** Where this host's own name is known from elsewhere than its file. */
    private static List<String> ofThisHost() {
        try {
            List<String> lines = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(ThisHost.NAME)) {
                lines.add(address.getHostAddress() + " " + ThisHost.NAME);
            }
            return lines;
        } catch (UnknownHostException e) {
            return List.of("127.0.0.1 " + ThisHost.NAME);
        }
    }

    @Override
    public void close() {
        folders.close();
        try {
            Files.deleteIfExists(names);
        } catch (IOException e) {
            // It stays, as other temporary files do.
        }
    }
}
