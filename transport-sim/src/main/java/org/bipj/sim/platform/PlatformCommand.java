package org.bipj.sim.platform;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.fault.FaultSpec;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.route.RouteCheck;

/** The command {@code bipj platform}: lists platforms, shows the constants of one, or runs the mapper on it. */
public final class PlatformCommand {
    private static final String USAGE =
            "Usage: bipj platform [NAME or FILE] [--set KEY=VALUE]... [--map [--faults SPEC]]";

    private final PrintStream out;

    private PlatformCommand(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the command. Exits with 2 if the command line or a platform is wrong, with 1 if output is lost.
     *
     * @param args the platform and options; see the usage text
     */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        try {
            new PlatformCommand(out).run(List.of(args));
        } catch (IllegalArgumentException e) {
            err.println("bipj platform: " + e.getMessage());
            return 2;
        }
        if (out.checkError()) {
            err.println("bipj platform: cannot write to standard output");
            return 1;
        }
        return 0;
    }

    private void run(List<String> args) {
        String name = null;
        boolean map = false;
        String faults = "";
        List<String> overrides = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("--help") || arg.equals("-h")) {
                out.println(USAGE);
                return;
            } else if (arg.equals("--map")) {
                map = true;
            } else if (arg.equals("--faults") && i + 1 < args.size()) {
                faults = args.get(++i);
            } else if (arg.startsWith("--faults=")) {
                faults = arg.substring("--faults=".length());
            } else if (arg.equals("--set") && i + 1 < args.size()) {
                overrides.add(args.get(++i));
            } else if (arg.startsWith("--set=")) {
                overrides.add(arg.substring("--set=".length()));
            } else if (arg.startsWith("-") || name != null) {
                throw new IllegalArgumentException("unexpected " + arg + System.lineSeparator() + USAGE);
            } else {
                name = arg;
            }
        }
        if (name == null && map) {
            throw new IllegalArgumentException("--map needs a platform" + System.lineSeparator() + USAGE);
        }
        if (!faults.isEmpty() && !map) {
            throw new IllegalArgumentException("--faults needs --map" + System.lineSeparator() + USAGE);
        }
        if (name == null) {
            for (String each : Platform.NAMES) {
                out.println(headline(Platform.load(each, overrides)));
            }
            return;
        }
        Platform platform = Platform.load(name, overrides);
        out.println(headline(platform));
        if (!faults.isEmpty()) {
            new MapCommand(platform, out).map(FaultSpec.parse(faults));
        } else if (map) {
            new MapCommand(platform, out).map();
        } else {
            constants(platform.constants());
        }
    }

    /** A line about a platform: its size, the lengths of its routes, and whether they are free of deadlock. */
    private static String headline(Platform platform) {
        NetworkTopology topology = platform.topology();
        RouteCheck.Names names = platform.names();
        RouteCheck check = new RouteCheck(topology, names);
        int longest = 0;
        long sum = 0;
        long pairs = 0;
        String unconnected = null;
        for (int from = 0; from < topology.hosts(); from++) {
            for (int to = 0; to < topology.hosts(); to++) {
                if (from != to && !platform.routes().connects(from, to)) {
                    unconnected = unconnected == null ? names.host(from) + " to " + names.host(to) : unconnected;
                } else if (from != to) {
                    byte[] route = platform.routes().route(from, to);
                    check.add(from, to, route);
                    longest = Math.max(longest, route.length);
                    sum += route.length;
                    pairs++;
                }
            }
        }
        List<String> cycle = check.cycle();
        long all = topology.hosts() * (topology.hosts() - 1L);
        return String.format(
                        Locale.ROOT,
                        "%s: %d hosts, %d switches, %d cables; routes by %s of %d switches at most, %.2f on average, %s",
                        platform.constants().platform(),
                        topology.hosts(),
                        topology.switches(),
                        topology.cables().size(),
                        platform.constants().word("routing"),
                        longest,
                        pairs == 0 ? 0 : (double) sum / pairs,
                        cycle.isEmpty() ? "free of deadlock" : "which can deadlock: " + String.join(" -> ", cycle))
                + (unconnected == null
                        ? ""
                        : "; " + (all - pairs) + " of " + all + " pairs have no route, such as " + unconnected);
    }

    private void constants(Constants constants) {
        int key = 0;
        int value = 0;
        for (Constant constant : constants.all()) {
            key = Math.max(key, constant.key().length());
            value = Math.max(value, constant.value().length());
        }
        String format = "%-" + key + "s  %" + value + "s  %-9s  %s%n";
        out.printf(format, "constant", "value", "mark", "source");
        for (Constant constant : constants.all()) {
            String result = constant.result().isEmpty() ? "" : "to " + constant.result() + ": ";
            out.printf(format, constant.key(), constant.value(), constant.mark().word(), result + constant.source());
        }
    }
}
