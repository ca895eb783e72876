import java.util.*;

import org.deidentifier.arx.*;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.metric.Metric;

/**
 * Reads a table, searches, and writes the release; prints the seconds of each:
 * `java ArxWhole TABLE.csv RELEASE.csv K LIMIT FOLDER COLUMN...`, where FOLDER has the hierarchies `adult_hierarchy_COLUMN.csv` and the table is delimited by `;`.
 */
public class ArxWhole {
    public static void main(String[] of) throws Exception {
        long start = System.nanoTime();
        Data table = ArxLocal.table(of[0], of[4], Arrays.asList(of).subList(5, of.length));
        long read = System.nanoTime();
        ARXConfiguration asked = ARXConfiguration.create(Double.parseDouble(of[3]), Metric.createLossMetric(Metric.AggregateFunction.ARITHMETIC_MEAN));
        asked.addPrivacyModel(new KAnonymity(Integer.parseInt(of[2])));
        ARXResult found = new ARXAnonymizer().anonymize(table, asked);
        DataHandle release = found.getOutput();
        long searched = System.nanoTime();
        release.save(of[1], ';');
        long written = System.nanoTime();
        System.out.printf(Locale.ROOT, "read %.2f s, searched %.2f s, wrote %.2f s, levels %s%n", (read - start) / 1e9, (searched - read) / 1e9,
            (written - searched) / 1e9, Arrays.toString(found.getGlobalOptimum().getTransformation()));
    }
}
