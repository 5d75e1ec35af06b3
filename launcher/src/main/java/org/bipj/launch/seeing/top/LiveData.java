package org.bipj.launch.seeing.top;

import java.util.List;
import java.util.stream.Collectors;
import org.bipj.core.job.Traffic;

/** What the page shows, as JSON. */
final class LiveData {
    private LiveData() {}

    /**
     * Jobs with their ranks.
     *
     * @param over true if the job has ended
     * @param peersOf place of the rank of the first job whose peers are wanted; negative: none
     */
    static String of(List<JobLook> jobs, boolean over, int peersOf) {
        List<Column> columns =
                Column.of(jobs.stream().flatMap(job -> job.rows().stream()).toList());
        String all = jobs.stream().map(job -> job(job, columns)).collect(Collectors.joining(","));
        String titles =
                columns.stream().map(column -> Json.text(column.title())).collect(Collectors.joining(","));
        return "{\"over\":" + over + ",\"titles\":[" + titles + "],\"jobs\":[" + all + "],\"peers\":["
                + (jobs.isEmpty() || peersOf < 0 ? "" : peers(jobs.getFirst(), peersOf)) + "]}";
    }

    private static String job(JobLook job, List<Column> columns) {
        String rows = job.rows().stream().map(row -> row(row, columns)).collect(Collectors.joining(","));
        return "{\"heading\":" + Json.text(job.heading()) + ",\"rows\":[" + rows + "]}";
    }

    private static String row(Row row, List<Column> columns) {
        String cells =
                columns.stream().map(column -> Json.text(column.text(row))).collect(Collectors.joining(","));
        String values =
                columns.stream().map(column -> number(column.value(row))).collect(Collectors.joining(","));
        return "{\"place\":" + row.place() + ",\"rank\":" + row.rank() + ",\"state\":" + Json.text(row.state())
                + ",\"what\":" + Json.text(row.what()) + ",\"cells\":[" + cells + "],\"values\":[" + values + "]}";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "null";
    }

    private static String peers(JobLook job, int place) {
        List<Traffic> peers = place < job.rows().size() ? job.peers(place) : List.of();
        StringBuilder text = new StringBuilder();
        for (int peer = 0; peer < peers.size(); peer++) {
            Traffic each = peers.get(peer);
            if (each.sent() > 0 || each.received() > 0) {
                text.append(text.isEmpty() ? "" : ",")
                        .append("[\"")
                        .append(peer)
                        .append("\",\"")
                        .append(each.sent())
                        .append("\",\"")
                        .append(each.sentBytes())
                        .append("\",\"")
                        .append(each.received())
                        .append("\",\"")
                        .append(each.receivedBytes())
                        .append("\"]");
            }
        }
        return text.toString();
    }
}
