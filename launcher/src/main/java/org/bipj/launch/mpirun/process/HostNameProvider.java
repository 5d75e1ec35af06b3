package org.bipj.launch.mpirun.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.bipj.core.machine.JobVariables;
import org.bipj.launch.mpirun.job.HostFolders;

/**
 * The names that a rank knows which is a JVM of its own: those of a list, and {@code InetAddress.getLocalHost()} is the rank's own
 * host, {@code node1} for rank 1. The JDK finds it in a jar that {@link RealHosts} makes, with the list. It uses constants of other
 * classes alone, which that jar does not have.
 */
public final class HostNameProvider extends InetAddressResolverProvider {
    /** The list, beside this class: lines of an address and its names, as in {@code /etc/hosts}. */
    static final String LIST = "names";

    /** Called by the JDK. */
    public HostNameProvider() {}

    @Override
    public String name() {
        return "names of ranks";
    }

    @Override
    public InetAddressResolver get(Configuration configuration) {
        String rank = System.getenv(JobVariables.OPEN_MPI_RANK);
        String machine = configuration.lookupLocalHostName();
        try (InputStream in = HostNameProvider.class.getResourceAsStream(LIST)) {
            List<String> lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))
                    .lines()
                    .toList();
            return new Names(lines, machine, rank == null ? machine : HostFolders.PREFIX_OF_NAMES + rank);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Looks names up in a list, that of this machine in the place of another one. */
    static final class Names implements InetAddressResolver {
        private final Map<String, List<byte[]>> addresses = new LinkedHashMap<>();
        private final Map<List<Byte>, String> names = new LinkedHashMap<>();
        private final String machine;
        private final String own;

        Names(List<String> lines, String machine, String own) {
            this.machine = machine;
            this.own = own;
            lines.forEach(this::add);
        }

        private void add(String line) {
            String[] words = line.replaceAll("#.*", "").strip().split("\\s+");
            byte[] address;
            try {
                address = InetAddress.ofLiteral(words[0]).getAddress();
            } catch (IllegalArgumentException e) {
                // A comment, or no address, as that of a line that the JDK would pass over.
                return;
            }
            for (String name : Arrays.asList(words).subList(1, words.length)) {
                addresses
                        .computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                        .add(address);
                names.putIfAbsent(key(address), name);
            }
        }

        private static List<Byte> key(byte[] address) {
            List<Byte> key = new ArrayList<>();
            for (byte each : address) {
                key.add(each);
            }
            return key;
        }

        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
            String name = host.equalsIgnoreCase(machine) ? own : host;
            List<InetAddress> found = new ArrayList<>();
            for (byte[] address : addresses.getOrDefault(name.toLowerCase(Locale.ROOT), List.of())) {
                InetAddress one = InetAddress.getByAddress(name, address);
                if (has(policy, one instanceof Inet4Address ? LookupPolicy.IPV4 : LookupPolicy.IPV6)) {
                    found.add(one);
                }
            }
            if (found.isEmpty()) {
                throw new UnknownHostException(host + ": Name or service not known");
            }
            if (has(policy, LookupPolicy.IPV4_FIRST)) {
                found.sort(Comparator.comparing(one -> !(one instanceof Inet4Address)));
            } else if (has(policy, LookupPolicy.IPV6_FIRST)) {
                found.sort(Comparator.comparing(one -> one instanceof Inet4Address));
            }
            return found.stream();
        }

        private static boolean has(LookupPolicy policy, int characteristic) {
            return (policy.characteristics() & characteristic) != 0;
        }

        @Override
        public String lookupByAddress(byte[] address) throws UnknownHostException {
            String name = names.get(key(address));
            if (name == null) {
                throw new UnknownHostException(
                        "no name of " + InetAddress.getByAddress(address).getHostAddress());
            }
            return name;
        }
    }
}
