package org.bipj.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.platform.Platform;

/**
 * What {@code --set} changes. {@code KEY=VALUE} changes a constant of each platform that has it, among those on which the
 * chosen experiments run; {@code PLATFORM:KEY=VALUE} changes that of one platform.
 */
final class Overrides {
    /**
     * One {@code --set}.
     *
     * @param text as the user wrote it
     * @param platform the one that it changes; empty: each that has the constant
     */
    private record Change(String text, String platform, String key, String value) {
        static Change of(String text) {
            int equals = text.indexOf('=');
            String name = text.substring(0, Math.max(0, equals)).trim();
            int colon = name.indexOf(':');
            Change change = new Change(
                    text,
                    colon < 0 ? "" : name.substring(0, colon).trim(),
                    name.substring(colon + 1).trim(),
                    text.substring(equals + 1).trim());
            if (equals < 0 || change.key.isEmpty() || colon == 0) {
                throw change.bad("expected KEY=VALUE or PLATFORM:KEY=VALUE");
            }
            return change;
        }

        boolean isFor(String name) {
            return platform.isEmpty() || platform.equals(name);
        }

        IllegalArgumentException bad(String what) {
            return new IllegalArgumentException("--set " + text + ": " + what);
        }
    }

    private final List<Change> changes;

    private Overrides(List<Change> changes) {
        this.changes = changes;
    }

    /**
     * Reads and checks changes.
     *
     * @param texts each as the user wrote it
     * @param chosen the experiments that run
     * @param all those that there are, for messages
     * @throws IllegalArgumentException if one changes no constant of the chosen experiments' platforms
     */
    static Overrides of(List<String> texts, List<Experiment> chosen, List<Experiment> all) {
        List<Change> changes = texts.stream().map(Change::of).toList();
        changes.forEach(change -> check(change, chosen, all));
        return new Overrides(changes);
    }

    private static void check(Change change, List<Experiment> chosen, List<Experiment> all) {
        if (!change.platform.isEmpty() && !platforms(all).contains(change.platform)) {
            throw change.bad("no experiment runs on a platform '" + change.platform + "'; expected one of "
                    + String.join(", ", platforms(all)));
        }
        Set<String> having = platforms(all).stream()
                .filter(platform ->
                        change.isFor(platform) && Platform.constantsOf(platform).has(change.key))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (having.isEmpty()) {
            String similar = Constants.similar(change.key, keys(change, all));
            throw change.bad(
                    (change.platform.isEmpty() ? "no experiment's platform has" : change.platform + " does not have")
                            + " a constant " + change.key
                            + (similar.isEmpty() ? "; bipj platform NAME lists those of a platform" : similar));
        }
        if (platforms(chosen).stream().noneMatch(having::contains)) {
            String users = all.stream()
                    .filter(experiment -> experiment.head().platforms().stream().anyMatch(having::contains))
                    .map(Experiment::name)
                    .collect(Collectors.joining(", "));
            throw change.bad("no experiment that is to run uses " + String.join(" or ", having)
                    + "; it changes only these: " + users);
        }
    }

    /** The keys among which a misspelt one may be meant. */
    private static Collection<String> keys(Change change, List<Experiment> all) {
        Set<String> keys = new TreeSet<>();
        for (String platform : platforms(all)) {
            if (change.isFor(platform)) {
                Platform.constantsOf(platform).all().stream().map(Constant::key).forEach(keys::add);
            }
        }
        return keys;
    }

    private static Set<String> platforms(List<Experiment> experiments) {
        return experiments.stream()
                .flatMap(experiment -> experiment.head().platforms().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Makes a cluster of each platform that changes, so that values which do not fit are found before an experiment runs.
     *
     * @throws IllegalArgumentException if one does not; the message names constant and platform
     */
    void tryOut(List<Experiment> chosen, Cluster.Factory factory, long seed) {
        Set<String> platforms = platforms(chosen);
        for (String platform : platforms) {
            List<String> own = of(platform);
            try {
                if (!own.isEmpty()) {
                    factory.of(platform, own, seed);
                }
            } catch (IllegalArgumentException e) {
                String others = platforms.size() == 1 ? "" : "; --set PLATFORM:KEY=VALUE changes another one alone";
                throw new IllegalArgumentException(e.getMessage() + " (platform " + platform + others + ")", e);
            }
        }
    }

    /** The changes of a platform, each {@code KEY=VALUE}. */
    private List<String> of(String platform) {
        return changes.stream()
                .filter(change -> isOf(platform, change))
                .map(change -> change.key + "=" + change.value)
                .toList();
    }

    private static boolean isOf(String platform, Change change) {
        return change.isFor(platform) && Platform.constantsOf(platform).has(change.key);
    }

    /** The changed clusters of one run of an experiment. */
    Clusters clusters(Experiment experiment, Cluster.Factory factory) {
        return new Clusters(experiment, factory);
    }

    /** Runs of programs with a changed constant, and with another value that the experiment set itself. */
    private static final class Uses {
        private int changed;
        private int replaced;
    }

    /** Makes clusters of the experiment's platforms, and sees what it does with changed constants. */
    final class Clusters implements Cluster.Factory {
        private final Experiment experiment;
        private final Cluster.Factory factory;
        private final Map<String, Uses> uses = new LinkedHashMap<>();

        private Clusters(Experiment experiment, Cluster.Factory factory) {
            this.experiment = experiment;
            this.factory = factory;
        }

        @Override
        public Cluster of(String platform, List<String> none, long seed) {
            if (!experiment.head().platforms().contains(platform)) {
                throw new IllegalStateException(experiment.name() + " runs on " + platform + "; it names "
                        + experiment.head().platforms());
            }
            Cluster cluster = factory.of(platform, Overrides.this.of(platform), seed);
            List<String> keys = changes.stream()
                    .filter(change -> isOf(platform, change))
                    .map(Change::key)
                    .toList();
            return keys.isEmpty() ? cluster : new ChangedCluster(cluster, Set.copyOf(keys), Set.of(), this::ran);
        }

        private void ran(String key, boolean replaced) {
            Uses use = uses.computeIfAbsent(key, ignored -> new Uses());
            use.replaced += replaced ? 1 : 0;
            use.changed += replaced ? 0 : 1;
        }

        /** The changes that the results depend on, as the user wrote them. */
        List<String> changed() {
            return changes.stream()
                    .filter(change ->
                            experiment.head().platforms().stream().anyMatch(platform -> isOf(platform, change)))
                    .filter(change -> !uses.containsKey(change.key) || uses.get(change.key).changed > 0)
                    .map(Change::text)
                    .toList();
        }

        /** What to say of constants that the experiment sets itself. */
        List<String> remarks() {
            List<String> remarks = new ArrayList<>();
            uses.forEach((key, use) -> {
                if (use.replaced > 0) {
                    remarks.add(
                            key + ": "
                                    + (use.changed == 0
                                            ? "the experiment sets it itself, so that --set changes nothing here"
                                            : "the experiment sets it itself in " + use.replaced + " of "
                                                    + (use.changed + use.replaced)
                                                    + " runs, those of rows that name a value of it; --set changes the others"));
                }
            });
            return remarks;
        }
    }
}
