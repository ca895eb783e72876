import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.util.*;

import org.deidentifier.arx.*;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.metric.Metric;

/**
 * A local recoding by ARX, with the settings of its window (100 iterations, weight 0 on suppression):
 * `java ArxLocal TABLE.csv RELEASE.csv K FOLDER COLUMN...`, where FOLDER has the hierarchies `adult_hierarchy_COLUMN.csv` and the table is delimited by `;`.
 */
public class ArxLocal {
    /** A table of which some columns are quasi-identifiers, with their hierarchies in a folder, and all others insensitive. */
    static Data table(String path, String folder, List<String> known) throws Exception {
        Data table = Data.create(new File(path), UTF_8, ';');
        for (int i = 0; i < table.getHandle().getNumColumns(); i++) {
            String name = table.getHandle().getAttributeName(i);
            table.getDefinition().setAttributeType(name, known.contains(name)
                ? Hierarchy.create(new File(folder, "adult_hierarchy_" + name + ".csv"), UTF_8, ';') : AttributeType.INSENSITIVE_ATTRIBUTE);
        }
        return table;
    }

    public static void main(String[] of) throws Exception {
        Data table = table(of[0], of[3], Arrays.asList(of).subList(4, of.length));
        ARXConfiguration asked = ARXConfiguration.create(0.99, Metric.createLossMetric(0));
        asked.addPrivacyModel(new KAnonymity(Integer.parseInt(of[2])));
        ARXResult found = new ARXAnonymizer().anonymize(table, asked);
        DataHandle release = found.getOutput();
        found.optimizeIterativeFast(release, 0.01);
        release.save(of[1], ',');
    }
}
