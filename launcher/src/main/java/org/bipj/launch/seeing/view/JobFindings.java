package org.bipj.launch.seeing.view;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What a recording says, for programs: as {@code bipj view --json} prints it, and number by number. Times are in seconds. */
public final class JobFindings {
    private static final double NS_PER_S = 1e9;

    private final Analysis of;
    private final JobTimeline recording;

    private JobFindings(Analysis of) {
        this.of = of;
        recording = of.recording();
    }

    /** What is found out of a recording. */
    public static JobFindings of(JobTimeline recording) {
        return new JobFindings(Analysis.of(recording));
    }

    /** The length of the run. */
    public double length() {
        return (recording.end() - recording.begin()) / NS_PER_S;
    }

    /** The sentences, the most important one first. */
    public List<String> sentences() {
        return TimelineFindings.of(of).stream()
                .map(TimelineFindings.Finding::text)
                .toList();
    }

    /** How long other ranks waited for a rank that was late, all of them together. */
    public double waitedFor(int rank) {
        return of.waits().charges().stream()
                .filter(each -> each.rank == rank)
                .mapToDouble(each -> each.total / NS_PER_S)
                .sum();
    }

    /** How long ranks waited for late ranks in calls of a line, such as {@code Slow.java:11}, all of them together. */
    public double waitingAt(String line) {
        return of.waits().sites().stream()
                .filter(each -> each.name.endsWith(", " + line))
                .mapToDouble(each -> each.waiting / NS_PER_S)
                .sum();
    }

    /** How long a rank computed, between {@code MPI.Init} and {@code MPI.Finalize}. */
    public double computing(int rank) {
        return time(rank, RankTimes::computing);
    }

    /** How long a rank waited for late ranks. */
    public double waiting(int rank) {
        return time(rank, RankTimes::waiting);
    }

    /** How long a rank waited for what was under way. */
    public double transfer(int rank) {
        return time(rank, RankTimes::transfer);
    }

    private double time(int rank, ToLongFunction<RankTimes> part) {
        return of.times().stream()
                .filter(each -> each.rank() == rank)
                .mapToDouble(each -> part.applyAsLong(each) / NS_PER_S)
                .sum();
    }

    /** How much of the critical path is in a rank. */
    public double critical(int rank) {
        return of.path().shares().stream()
                .filter(each -> each.place().rank() == rank)
                .mapToDouble(each -> each.time() / NS_PER_S)
                .sum();
    }

    // ---- as text -------------------------------------------------------------------------------------------------

    /** One object: findings, late ranks, waits by site and by name, times of ranks, the critical path. */
    public String json() {
        WaitTimes waits = of.waits();
        return "{\"mode\":" + Text.json(recording.mode()) + ",\"ranks\":" + recording.ranks() + ",\"seconds\":"
                + seconds(recording.end() - recording.begin())
                + ",\n\"about\":" + about(recording)
                + ",\n\"findings\":" + list(TimelineFindings.of(of), each -> finding(recording, each))
                + ",\n\"late\":" + list(waits.charges(), JobFindings::charge)
                + ",\n\"sites\":" + list(waits.sites(), JobFindings::site)
                + ",\n\"states\":" + list(List.copyOf(waits.states().entrySet()), JobFindings::state)
                + ",\n\"times\":" + list(of.times(), JobFindings::time)
                + ",\n\"path\":" + list(of.path().shares(), JobFindings::share) + "}\n";
    }

    private static String about(JobTimeline recording) {
        return recording.about().entrySet().stream()
                .map(each -> Text.json(each.getKey()) + ":" + Text.json(each.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static <T> String list(List<T> all, Function<T, String> one) {
        return all.stream().map(one).collect(Collectors.joining(",\n ", "[\n ", "]"));
    }

    private static String seconds(double ns) {
        return String.format(Locale.ROOT, "%.9f", ns / NS_PER_S);
    }

    private static String finding(JobTimeline recording, TimelineFindings.Finding finding) {
        return "{\"text\":" + Text.json(finding.text())
                + (finding.track() == null ? "" : ",\"track\":" + Text.json(finding.track()))
                + ",\"from\":" + seconds(finding.from() - recording.begin())
                + ",\"until\":" + seconds(finding.until() - recording.begin()) + "}";
    }

    private static String charge(WaitTimes.Charge charge) {
        return "{\"rank\":" + charge.rank + ",\"seconds\":" + seconds(charge.total)
                + ",\"shared\":" + seconds(charge.shared)
                + ",\"victims\":" + sums(charge.byVictim) + ",\"sites\":" + sums(charge.bySite) + "}";
    }

    private static String sums(Map<?, double[]> sums) {
        return sums.entrySet().stream()
                .map(each -> Text.json(each.getKey().toString()) + ":" + seconds(each.getValue()[0]))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String site(WaitTimes.Site site) {
        return "{\"site\":" + Text.json(site.name) + ",\"calls\":" + site.calls
                + ",\"seconds\":" + seconds(site.time) + ",\"waiting\":" + seconds(site.waiting)
                + ",\"transfer\":" + seconds(site.transfer) + ",\"bytes\":" + site.bytes
                + (site.state() == null
                        ? ""
                        : ",\"state\":" + Text.json(site.state().words())) + "}";
    }

    private static String state(Map.Entry<WaitKind, Double> state) {
        return "{\"state\":" + Text.json(state.getKey().words()) + ",\"seconds\":" + seconds(state.getValue()) + "}";
    }

    private static String share(CriticalPath.Share share) {
        CriticalPath.Place place = share.place();
        return "{\"rank\":" + place.rank() + ",\"part\":"
                + Text.json(place.part().words()) + ",\"site\":" + Text.json(place.site()) + ",\"seconds\":"
                + seconds(share.time()) + "}";
    }

    private static String time(RankTimes times) {
        return "{\"rank\":" + times.rank() + ",\"computing\":" + seconds(times.computing())
                + ",\"waiting\":" + seconds(times.waiting()) + ",\"transfer\":" + seconds(times.transfer())
                + ",\"other\":" + seconds(times.moving()) + "}";
    }
}
