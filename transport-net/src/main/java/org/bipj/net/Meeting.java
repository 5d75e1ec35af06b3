package org.bipj.net;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bipj.core.job.Application;
import org.bipj.core.machine.Processors;
import org.bipj.core.machine.ThisHost;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.HostAddress;
import org.bipj.net.address.NetVariables;
import org.bipj.net.pmi.KeyValues;

/**
 * The facts that the ranks of a job exchange before they can send messages, as values in the launcher's space. Fields are joined by
 * {@code *}, which no field contains.
 *
 * <pre>
 *   bipj-host-R     version of the library * name * session     of the host whose lowest rank is R, put by that rank
 *   bipj-rank-R     process id * program * processors           of rank R
 *   bipj-secret     put by rank 0, in jobs of several hosts
 *   bipj-address-R  IP:PORT where rank R listens, in jobs of several hosts, behind a second fence
 * </pre>
 */
final class Meeting {
    private static final String FIELD = "*";
    private static final int FIELDS = 3;

    private final KeyValues space;
    private final int[] hostOf;
    private final int rank;

    /**
     * A rank, as its host's other ranks need to know it.
     *
     * @param pid of its process
     * @param application number of its program
     * @param processors on which it may run, such as {@code 0-3,8}; empty: not known
     */
    record Card(long pid, int application, String processors) {}

    /** What the lowest rank of a host publishes about it. */
    private record Host(int rank, String version, String name, String session) {}

    Meeting(KeyValues space, int[] hostOf) {
        this.space = space;
        this.hostOf = hostOf.clone();
        rank = space.rank();
    }

    int rank() {
        return rank;
    }

    /** Publishes the session of this host; called by its lowest rank. */
    void announce(Path session) {
        put("host-" + rank, NetJobProvider.libraryVersion(), ThisHost.NAME, session.toString());
    }

    void announceSecret(String digits) {
        space.put("bipj-secret", digits);
    }

    /** Publishes the {@link Card} of this rank. */
    void introduce() {
        String pid = Long.toString(ProcessHandle.current().pid());
        put("rank-" + rank, pid, Integer.toString(space.application()), Processors.allowed());
    }

    void publish(String address) {
        put("address-" + rank, address);
    }

    /** The address that a rank has published; null if it has published none. */
    String address(int of) {
        String value = space.get(of, "bipj-address-" + of);
        return value == null ? null : decode(value);
    }

    private void put(String name, String... fields) {
        space.put("bipj-" + name, Arrays.stream(fields).map(Meeting::encode).collect(Collectors.joining(FIELD)));
    }

    /** No blank, semicolon or line feed, which separate words in PMI. */
    private static String encode(String field) {
        return URLEncoder.encode(field, StandardCharsets.UTF_8).replace("*", "%2A");
    }

    private static String decode(String field) {
        return URLDecoder.decode(field, StandardCharsets.UTF_8);
    }

    private List<String> fields(int of, String name) {
        String value = space.get(of, "bipj-" + name);
        List<String> fields = value == null
                ? List.of()
                : Arrays.stream(value.split("\\*", -1)).map(Meeting::decode).toList();
        if (fields.size() != FIELDS) {
            throw nonsense(of, name, value);
        }
        return fields;
    }

    private static PortException nonsense(int of, String name, String value) {
        return new PortException(
                "rank " + of + " has left \"" + value + "\" as bipj-" + name
                        + " in the launcher's key-value space: expected three fields; does it run the same version of the library?");
    }

    byte[] secret() {
        return NetJobProvider.secret(String.valueOf(space.get(0, "bipj-secret")), "the launcher's key-value space");
    }

    private Host host(int lowest) {
        List<String> fields = fields(lowest, "host-" + lowest);
        return new Host(lowest, fields.get(0), fields.get(1), fields.get(2));
    }

    /** The session of this host, which its lowest rank has made. */
    Path sessionOf(int lowest) {
        Host host = host(lowest);
        ForeignJobProvider.checkVersion(rank, NetJobProvider.libraryVersion(), lowest, host.version);
        return Path.of(host.session);
    }

    /** The cards of these ranks, once they have published them. */
    List<Card> cards(int... ranks) {
        return Arrays.stream(ranks).mapToObj(this::card).toList();
    }

    private Card card(int of) {
        List<String> fields = fields(of, "rank-" + of);
        try {
            return new Card(Long.parseLong(fields.get(0)), Integer.parseInt(fields.get(1)), fields.get(2));
        } catch (NumberFormatException e) {
            throw nonsense(of, "rank-" + of, String.join(FIELD, fields));
        }
    }

    /** The program of this rank. Its number of ranks takes a look at all ranks, where there are several programs. */
    Application application() {
        List<Card> all = cards(IntStream.range(0, space.size()).toArray());
        int own = space.application();
        int ranks = (int) all.stream().filter(card -> card.application == own).count();
        return new Application(own, ranks, Application.only(ranks).command());
    }

    /** The hosts of the job with their ranks, and the address on which those of this one listen. */
    Hosts hosts() {
        TreeMap<Integer, List<Integer>> ranksOf = IntStream.range(0, hostOf.length)
                .boxed()
                .collect(Collectors.groupingBy(other -> hostOf[other], TreeMap::new, Collectors.toList()));
        StringBuilder table = new StringBuilder();
        ranksOf.forEach((number, ranks) -> {
            boolean own = number == hostOf[rank];
            String address = own ? HostAddress.of(hostName()) : HostAddress.UNKNOWN;
            table.append(own ? "*" : "")
                    .append(host(ranks.getFirst()).name)
                    .append(' ')
                    .append(address)
                    .append(' ');
            table.append(ranks.stream().map(String::valueOf).collect(Collectors.joining(",")));
            table.append('\n');
        });
        return Hosts.parse(table.toString());
    }

    /** As the launcher calls this host, where it says. */
    private static String hostName() {
        String slurm = NetVariables.value(NetVariables.SLURM_HOST);
        return slurm == null ? ThisHost.NAME : slurm;
    }
}
