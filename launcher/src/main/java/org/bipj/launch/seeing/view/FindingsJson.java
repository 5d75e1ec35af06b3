package org.bipj.launch.seeing.view;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code bipj view --json}: what a recording says, as data. */
final class FindingsJson {
    private static final double NS_PER_S = 1e9;

    private FindingsJson() {}

    /** One object: findings, late ranks, waits by site and by name, times of ranks, the critical path. */
    static String of(Analysis of) {
        JobTimeline recording = of.recording();
        WaitTimes waits = of.waits();
        return "{\"mode\":" + Text.json(recording.mode()) + ",\"ranks\":" + recording.ranks() + ",\"seconds\":"
                + seconds(recording.end() - recording.begin())
                + ",\n\"about\":" + about(recording)
                + ",\n\"findings\":" + list(TimelineFindings.of(of), each -> finding(recording, each))
                + ",\n\"late\":" + list(waits.charges(), FindingsJson::charge)
                + ",\n\"sites\":" + list(waits.sites(), FindingsJson::site)
                + ",\n\"states\":" + list(List.copyOf(waits.states().entrySet()), FindingsJson::state)
                + ",\n\"times\":" + list(of.times(), FindingsJson::time)
                + ",\n\"path\":" + list(of.path().shares(), FindingsJson::share) + "}\n";
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
